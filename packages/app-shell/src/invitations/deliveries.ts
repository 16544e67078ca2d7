/** The sentence for a site whose mail does not leave, by the `delivery` of its answer; undefined if the mail leaves. */
export const notLeaving = (delivery: string | undefined): string | undefined => sentences[delivery ?? '']

const sentences: Readonly<Record<string, string>> = {
  Held: 'The mail is held: it leaves when this site may reach people again.',
  File: 'The mail did not leave: it is kept in a folder on the server.',
  'No Account': 'The mail did not leave: it is kept in a folder on the server.',
  'No Way': 'The mail waits: no mail account is set up for sending.',
}
