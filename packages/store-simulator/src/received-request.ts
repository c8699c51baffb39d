/** The contents of a request, before it is judged; an absent header is empty. */
export interface ReceivedRequest {
  authorization: string;
  signature: string;
  bytes: Buffer;
  /** What the store compares it with. */
  bearerToken: string;
  signingSecret: string;
}
