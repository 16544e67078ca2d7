export type { Choice, Choose, Clash, MergeField, Values } from './clash.ts'
export { areEqualValues } from './equal-values.ts'
export { type MergedRecord, mergeRecord, type RecordSides } from './merge-record.ts'
