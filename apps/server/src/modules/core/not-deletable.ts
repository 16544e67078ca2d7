import { type Problem, refused } from '@tavla/contract'

/** 403 for what must stay, whoever asks (contract 3.5). */
export const notDeletable = (name: string): Problem =>
  refused({ text: '{0} cannot be deleted', args: [{ translate: name }] })
