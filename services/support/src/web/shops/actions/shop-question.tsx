import { ActionForm } from '../../layout/action-form';
import type { NamedShop } from '../../lists/shop-names';

export interface ShopQuestionProps {
  shop: NamedShop;
  title: string;
  /** What will happen, one sentence each. */
  happens: readonly string[];
  /** What to check first. */
  warning: string;
  submit: string;
  action: string;
}

/** Says what will happen to the shop, and does it only after confirmation. */
export function ShopQuestion({ shop, title, happens, warning, submit, action }: ShopQuestionProps) {
  return (
    <>
      <p>
        <a href={`/shops/${shop.slug}`}>{shop.name}</a>
      </p>
      <h1>{title}</h1>
      <div class="panel narrow">
        <h2>What will happen</h2>
        <ul>
          {happens.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
        <p class="warning">
          <strong>First make sure:</strong> {warning}
        </p>
        <ActionForm action={action} label={title} class="stack">
          <div class="field">
            <label for="note">Note for the record (no names, no addresses)</label>
            <input id="note" name="note" maxLength={500} autocomplete="off" />
          </div>
          <div class="actions">
            <button type="submit">{submit}</button>
            <a href={`/shops/${shop.slug}`}>Leave it as it is</a>
          </div>
        </ActionForm>
      </div>
    </>
  );
}
