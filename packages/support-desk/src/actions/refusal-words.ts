/** Why support's deed is not done, in words for people, by its name. */
export const DESK_REFUSAL_WORDS = {
  unknown: 'there is nothing of this id',
  not_waiting: 'the return does not wait for support',
  unknown_shop: 'there is no such shop',
  shop_callable: 'its orders can be placed: they go there by themselves',
  no_block: 'no stock of this variant is blocked',
  not_held_calls: 'calls to this store are not held',
  not_held: 'the order is not held',
  orders_off: "the selling shop's orders are switched off: no tracking could reach it",
  order_stopped: 'the order is stopped, or being stopped',
  blanked: 'its personal data is not kept any more',
  already_sent: 'it was sent to a shop already, or may have been',
  order_not_accepted: 'the order is held, stopped or being stopped',
  line_not_waiting: 'the line does not wait for a shop any more',
  not_excluded: 'the shop is not excluded from this line',
  country_differs: 'the country cannot be changed: VAT and the choice of shops follow it',
  unchanged: 'nothing would change',
  replay_pending: 'its replay is pending',
  resolved: 'it went through already',
  discarded: 'it is discarded: restore it first',
  not_editable: 'an edit cannot mend it',
  identity_changed: 'it would be another message: its event id must stay',
  identity_taken: 'another dead letter is that very message already',
  not_edited: 'it was not edited',
} as const;

export type DeskRefusal = keyof typeof DESK_REFUSAL_WORDS;
