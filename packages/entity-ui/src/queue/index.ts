/** Changes that wait for the server, on screen (reference: screens, Changes that wait). An app loads it after its first list. */
export { beginQueue, wakeQueue } from './begin-queue.ts'
