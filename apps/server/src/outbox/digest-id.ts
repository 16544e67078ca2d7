/** Begins the Message-ID of a summary of notifications, by which its sender knows how to leave it. */
const prefix = '<digest.'

export const digestId = (id: string, host: string): string => `${prefix}${id}@${host}>`

/** Headers of a mail that is such a summary: where its reader ends it, and that no person wrote it. */
export function digestHeaders(messageId: string, publicUrl: string): Readonly<Record<string, string>> {
  if (!messageId.startsWith(prefix)) return {}
  return { 'List-Unsubscribe': `<${publicUrl}/profile>`, 'Auto-Submitted': 'auto-generated' }
}
