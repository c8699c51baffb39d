import { askLead, type OrderTimeline } from '@hub/desk/orders';
import { may, type Viewer } from '../access/viewer';
import { TimedText } from '../layout/timed-text';
import { StoreSays } from '../at-risk/store-says';
import { MailTo } from './mail-to';
import { ShopLinked } from './shop-linked';
import type { Step, Problem } from './problem';

export interface ProblemListProps {
  order: OrderTimeline;
  problems: readonly Problem[];
  viewer: Viewer;
}

/** The order's current problems, and what to do about them. */
export function ProblemList({ order, problems, viewer }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="troubles">
      <h2 id="troubles">
        {problems.length === 1 ? 'What is wrong now' : `What is wrong now: ${problems.length} things`}
      </h2>
      {problems.map((problem) => (
        <article class={`panel trouble ${problem.tone}`}>
          <h3>
            <ShopLinked text={problem.title} shop={problem.shop} />
          </h3>
          {problem.words && (
            <p>
              <TimedText text={problem.words} />
            </p>
          )}
          {problem.said && <StoreSays {...problem.said} />}
          {problem.advice && (
            <p>
              <strong>What to do:</strong> {problem.advice}
            </p>
          )}
          <Steps steps={problem.steps} viewer={viewer} />
          {problem.ask && <MailTo mail={problem.ask.mail} label={`Ask ${problem.ask.shopName}`} />}
          {!may(viewer, 'lead') && (
            <MailTo mail={askLead(order, forLead(problem))} label="Ask a lead" isToColleague />
          )}
        </article>
      ))}
    </section>
  );
}

function forLead({ title, steps }: Problem) {
  const onlyLead = steps.filter(({ role }) => role === 'lead').map(({ name }) => name);
  return { title, onlyLead };
}

function Steps({ steps, viewer }: { steps: readonly Step[]; viewer: Viewer }) {
  if (steps.length === 0) return null;
  const mine = steps.filter(({ role }) => may(viewer, role));
  const others = steps.filter(({ role }) => !may(viewer, role));
  return (
    <div class="actions">
      {mine.map(({ href, name }, index) => (
        <a class={index === 0 ? 'button' : 'button quiet'} href={href}>
          {name}
        </a>
      ))}
      {others.length > 0 && (
        <span class="soft">
          {others
            .map(({ name, role }) => `${name}: only ${role === 'lead' ? 'a lead' : 'an agent'}`)
            .join('. ')}
          .
        </span>
      )}
    </div>
  );
}
