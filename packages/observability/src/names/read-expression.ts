import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** A series that an expression reads: its metric, and its label matchers. */
export interface Selector {
  /** Null: any name. */
  metric: string | null;
  matchers: { label: string; value: string }[];
}

/** The names in a PromQL expression. */
export interface Named {
  selectors: Selector[];
  /** Labels that it groups or joins by. */
  grouping: string[];
  /** It is not PromQL. */
  faulty: boolean;
}

/** Parses an expression as Prometheus does, with its own grammar. */
export function readExpression(expression: string): Named {
  const named: Named = { selectors: [], grouping: [], faulty: false };
  const text = ({ from, to }: SyntaxNode) => expression.slice(from, to);
  parser.parse(expression).iterate({
    enter({ node }) {
      if (node.type.isError) named.faulty = true;
      if (node.name === 'VectorSelector') named.selectors.push(selectorOf(node, text));
      if (node.name === 'GroupingLabels') named.grouping.push(...node.getChildren('LabelName').map(text));
    },
  });
  return named;
}

function selectorOf(node: SyntaxNode, text: (node: SyntaxNode) => string): Selector {
  const name = node.getChild('Identifier');
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  return {
    metric: name && text(name),
    matchers: matchers.map((matcher) => ({
      label: textOf(matcher.getChild('LabelName')),
      value: textOf(matcher.getChild('StringLiteral')).slice(1, -1),
    })),
  };

  function textOf(child: SyntaxNode | null): string {
    return child ? text(child) : '';
  }
}
