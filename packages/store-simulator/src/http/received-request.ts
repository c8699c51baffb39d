/** What came with a request, before it is judged; an absent header is empty. */
export interface ReceivedRequest {
  authorization: string;
  signature: string;
  bytes: Buffer;
  /** With what the store compares it. */
  bearerToken: string;
  signingSecret: string;
}
