/**
 * The changes that wait for the server (reference: screens, Changes that wait). This part is loaded after the first list,
 * or with the first write.
 */
export type { Answer } from './order.ts'
export { overPage } from './overlay.ts'
export { openQueue, type Queue } from './queue.ts'
export { queuedCalls, type Surroundings } from './queued-calls.ts'
export { queuedLinks, queuedNames } from './queued-links.ts'
