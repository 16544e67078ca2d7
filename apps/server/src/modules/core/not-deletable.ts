import { type Problem, refused } from '@tavla/contract'

/** 403 for a record that nobody may delete (reference: http-api, Deleting). */
export const notDeletable = (name: string): Problem =>
  refused({ text: '{0} cannot be deleted', args: [{ translate: name }] })
