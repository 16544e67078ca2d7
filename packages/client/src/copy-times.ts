/** The time of the answer of which an object is a copy, in milliseconds by this browser's clock. */
const times = new WeakMap<object, number>()

/** Marks an answer, and what stores keep of it, as copied at a time (reference: screens, Without a network). */
export function markCopied(answer: unknown, at: number): void {
  if (typeof answer !== 'object' || answer === null) return
  const { entity, data, field_info: fields } = answer as Record<string, unknown>
  for (const part of [answer, entity, fields, ...(Array.isArray(data) ? data : [])])
    if (typeof part === 'object' && part !== null) times.set(part, at)
}

/** When a copied object was answered; undefined for one that the server has just answered. */
export const copiedAt = (part: object | null | undefined): number | undefined => (part ? times.get(part) : undefined)
