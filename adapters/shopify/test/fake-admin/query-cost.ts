import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLOutputType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { SCHEMA } from './schema';

/** What one call may cost, whatever is in the bucket. */
export const LARGEST_COST = 1_000;
const MUTATION_COST = 10;

/** As documented: an object costs 1, a scalar 0, a list as many as are asked for of what one of them costs; a mutation 10. */
export function requestedCost(document: DocumentNode, variables: Readonly<Record<string, unknown>>): number {
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return 0;
  if (definition.operation === OperationTypeNode.MUTATION) return MUTATION_COST;
  return costOf(definition.selectionSet, SCHEMA.getQueryType()?.name ?? '', variables);
}

function costOf(
  set: SelectionSetNode,
  typeName: string,
  variables: Readonly<Record<string, unknown>>,
): number {
  return set.selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + costOfField(selection, typeName, variables);
    if (selection.kind !== Kind.INLINE_FRAGMENT) return sum;
    return sum + costOf(selection.selectionSet, selection.typeCondition?.name.value ?? typeName, variables);
  }, 0);
}

function costOfField(
  field: FieldNode,
  typeName: string,
  variables: Readonly<Record<string, unknown>>,
): number {
  const parent = SCHEMA.getType(typeName);
  if (!isObjectType(parent) && !isInterfaceType(parent)) return 0;
  const type = parent.getFields()[field.name.value]?.type;
  if (!type || !field.selectionSet) return 0;
  const within = costOf(field.selectionSet, getNamedType(type).name, variables);
  const isPage = getNamedType(type).name.endsWith('Connection');
  if (field.name.value === 'pageInfo') return 0;
  // A page's own nodes are counted by what the page was asked for.
  if (field.name.value === 'nodes' && parent.name.endsWith('Connection')) return 1 + within;
  return isObject(type) ? howMany(field, variables) * (isPage ? within : 1 + within) : 0;
}

const isObject = (type: GraphQLOutputType): boolean => {
  const named = getNamedType(type);
  return isObjectType(named) || isInterfaceType(named) || isUnionType(named);
};

function howMany(field: FieldNode, variables: Readonly<Record<string, unknown>>): number {
  const first = field.arguments?.find(({ name }) => name.value === 'first')?.value;
  if (first?.kind === Kind.INT) return Number(first.value);
  if (first?.kind === Kind.VARIABLE) return Number(variables[first.name.value]);
  const ids = variables['ids'];
  return field.name.value === 'nodes' && Array.isArray(ids) ? ids.length : 1;
}
