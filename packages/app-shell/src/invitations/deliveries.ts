/** What is said where a mail of the site does not leave, by the `delivery` that it answers; undefined where it does. */
export const notLeaving = (delivery: string | undefined): string | undefined => sentences[delivery ?? '']

const sentences: Readonly<Record<string, string>> = {
  Held: 'The mail is held: it leaves when this site may reach people again.',
  File: 'The mail did not leave: it is kept in a folder on the server.',
  'No Account': 'The mail did not leave: it is kept in a folder on the server.',
  'No Way': 'The mail waits: no mail account is set up for sending.',
}
