export { attachLive, type LiveOptions } from './attach.ts'
export type { LiveSessions, Say } from './types.ts'
