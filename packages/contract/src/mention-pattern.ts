/** A mention in a stored text, with the person's id: `@[noa@example.com]` (reference: conversations, Notes). */
export const mentionPattern = /@\[([^[\]\r\n]{1,140})\]/g
