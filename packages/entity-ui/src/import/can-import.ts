import type { Meta } from '@tavla/contract'

/** True when this person may bring records of the entity from a file (reference: http-api, Import). */
export const canImport = ({ id, type, doc_meta: { permissions } }: Meta): boolean =>
  type === 'Document' && id !== 'Entity' && permissions.create === 1
