import { Text, useUiText } from '../texts.tsx'

/** How far a confirmed step can be taken back: by Undo, from the trash for so many days, or not at all. */
export type Reversal = 'undo' | { trashDays: number } | 'never'

/** The sentence at the end of a question (reference: screens, Questions). */
export function ReversalText({ reversal }: { reversal: Reversal }) {
  const text = useUiText()
  if (reversal === 'undo') return <Text source="You can undo this." />
  if (reversal === 'never') return <Text source="This cannot be undone." />
  return text('It can be restored from the trash for {0} days.', [reversal.trashDays])
}
