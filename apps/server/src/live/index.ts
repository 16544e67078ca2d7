export { attachLive, type LiveOptions } from './attach.ts'
