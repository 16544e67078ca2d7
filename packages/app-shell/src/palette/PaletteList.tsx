import { Text, useI18n } from '@tavla/i18n/react'
import { PaletteRow } from './PaletteRow.tsx'
import type { PaletteEntry, PaletteSection } from './palette-entries.ts'

interface PaletteListProps {
  id: string
  sections: readonly PaletteSection[]
  /** Place of the row that Enter chooses, over all sections. */
  active: number
  onPoint: (at: number) => void
  onChoose: (entry: PaletteEntry, isNewTab: boolean) => void
}

/** Identifies a row for its text box. */
export const rowId = (listId: string, at: number): string => `${listId}-${at}`

/** The rows under the text box of the palette, which keeps the focus. */
export function PaletteList({ id, sections, active, onPoint, onChoose }: PaletteListProps) {
  const { t } = useI18n()
  const before = sections.map((_, at) => sections.slice(0, at).reduce((sum, { entries }) => sum + entries.length, 0))
  return (
    <div id={id} role="listbox" aria-label={t('Search everything')}>
      {sections.map(({ label, args = [], entries }, section) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by this role alone
        <div key={label} role="group" aria-label={t(label, args)} className="palette-section">
          <p aria-hidden="true">
            <Text source={label} args={args} />
          </p>
          {entries.map((entry, row) => {
            const at = (before[section] ?? 0) + row
            return (
              <PaletteRow
                key={entry.key}
                id={rowId(id, at)}
                entry={entry}
                isActive={at === active}
                onPoint={() => onPoint(at)}
                onChoose={(isNewTab) => onChoose(entry, isNewTab)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
