import { Text } from '@tavla/i18n/react'
import { Button, TextField } from '@tavla/ui'
import { useState } from 'react'
import type { Draft } from './draft.ts'
import { directionOf } from './message.ts'

/** Whom a mail goes to and what it is about; copies are folded away until somebody wants them. */
export function MailFields({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  const [isOpen, setOpen] = useState(draft.cc !== '' || draft.bcc !== '')
  return (
    <>
      <div className="composer-line">
        <TextField
          label={<Text source="To" />}
          inputMode="email"
          autoComplete="off"
          dir="ltr"
          value={draft.to}
          onChange={(to) => onChange({ to })}
        />
        {!isOpen && (
          <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
            <Text source="CC" /> / <Text source="BCC" />
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="composer-pair">
          <TextField label={<Text source="CC" />} dir="ltr" value={draft.cc} onChange={(cc) => onChange({ cc })} />
          <TextField label={<Text source="BCC" />} dir="ltr" value={draft.bcc} onChange={(bcc) => onChange({ bcc })} />
        </div>
      )}
      <TextField
        label={<Text source="Subject" />}
        maxLength={140}
        dir={directionOf(draft.subject)}
        value={draft.subject}
        onChange={(subject) => onChange({ subject })}
      />
    </>
  )
}
