import { Text, type TextSource, Untranslated, useI18n } from '@tavla/i18n/react'
import { Dialog, TextField } from '@tavla/ui'
import { useState } from 'react'
import { textsOnScreen } from './texts-on-screen.ts'

interface TextListProps {
  onChoose: (text: TextSource) => void
  onClose: () => void
}

/** The texts on screen, untranslated ones first: keyboard users reach and correct each of them here. */
export default function TextList({ onChoose, onClose }: TextListProps) {
  const { t, isMissing } = useI18n()
  // Fixed when the list opens, because the list itself adds texts.
  const [texts] = useState(textsOnScreen)
  const [typed, setTyped] = useState('')
  const rows = texts
    .map(({ source, context, isMarked }) => ({
      source,
      context,
      translated: t(source, undefined, context ?? undefined),
      isMissing: isMarked && isMissing(source, context ?? undefined),
    }))
    .filter((row) => holds(row.source, typed) || holds(row.translated, typed))
    .sort((one, other) => Number(other.isMissing) - Number(one.isMissing))
  return (
    <div data-translation-editor>
      <Dialog title={<Text source="Texts on this screen" />} onClose={onClose}>
        <div className="translation-form">
          <TextField label={<Text source="Search" />} type="search" maxLength={140} value={typed} onChange={setTyped} />
          <ul className="text-list">
            {rows.map(({ source, context, ...row }) => (
              <li key={`${context}\n${source}`}>
                <button
                  type="button"
                  className="text-list-item"
                  data-missing={row.isMissing || undefined}
                  onClick={() => onChoose({ source, context })}
                >
                  <bdi>{row.isMissing ? <Untranslated>{source}</Untranslated> : row.translated}</bdi>
                  {!row.isMissing && (
                    <bdi className="text-list-source" dir="ltr" lang="en">
                      {source}
                    </bdi>
                  )}
                </button>
              </li>
            ))}
          </ul>
          {rows.length === 0 && (
            <p>
              <Text source="No results" />
            </p>
          )}
        </div>
      </Dialog>
    </div>
  )
}

const holds = (text: string, typed: string): boolean => text.toLowerCase().includes(typed.trim().toLowerCase())
