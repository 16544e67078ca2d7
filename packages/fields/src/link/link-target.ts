import type { FieldMeta } from '@tavla/contract'

/** The linked entity. */
export const targetOf = ({ options }: FieldMeta): string => (typeof options === 'string' ? options : '')
