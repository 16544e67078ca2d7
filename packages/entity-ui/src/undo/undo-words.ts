import type { UndoAnswer } from '@tavla/contract'

/** English source text: a redo takes an undo back, but for people it does something again. */
export const doneText = (kind: UndoAnswer['kind']): string =>
  kind === 'Undo' ? 'Undone. Records: {0}' : 'Done again. Records: {0}'

/** The step that a notice of an undo or redo offers. A notice of an undo leaves Mod+Z to the change before. */
export const stepBack = (kind: UndoAnswer['kind']) => ({
  label: kind === 'Undo' ? 'Redo' : 'Undo',
  hasKey: kind !== 'Undo',
})
