import type { OrderTimeline } from '@hub/support-desk';
import { ActionForm } from '../../layout/action-form';
import { orderName } from '../order-head';
import type { Question } from './order-action';

export interface ConfirmPageProps {
  order: OrderTimeline;
  question: Question;
  /** Where the form is sent. */
  action: string;
}

/** Says what will happen, and does it only after confirmation. */
export function ConfirmPage({ order, question, action }: ConfirmPageProps) {
  const { title, happens, warning, impossible, submit, danger } = question;
  const back = `/orders/${order.id}`;
  return (
    <>
      <p>
        <a href={back}>
          Order {orderName(order)} of {order.shopName}
        </a>
      </p>
      <h1>{title}</h1>
      <div class="panel narrow">
        {impossible && <p class="bad">This cannot be done: {impossible}.</p>}
        {happens.length > 0 && (
          <>
            <h2>What will happen</h2>
            <ul>
              {happens.map((sentence) => (
                <li>{sentence}</li>
              ))}
            </ul>
          </>
        )}
        {warning && (
          <p class="warning">
            <strong>First make sure:</strong> {warning}
          </p>
        )}
        {submit ? (
          <ActionForm action={action} label={title} class="stack">
            {question.fields === undefined ? <NoteField /> : question.fields}
            <div class="actions">
              <button type="submit" class={danger ? 'danger' : undefined}>
                {submit}
              </button>
              <a href={back}>Leave it as it is</a>
            </div>
          </ActionForm>
        ) : (
          <p>
            <a href={back}>Back to the order</a>
          </p>
        )}
      </div>
    </>
  );
}

function NoteField() {
  return (
    <div class="field">
      <label for="note">Note for the record (no names, no addresses)</label>
      <input id="note" name="note" maxLength={500} autocomplete="off" />
    </div>
  );
}
