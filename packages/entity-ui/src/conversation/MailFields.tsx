import { Text } from '@tavla/i18n/react'
import { Button, TextField } from '@tavla/ui'
import { useState } from 'react'
import type { Draft } from './draft.ts'
import { directionOf } from './message.ts'

/** Recipients and subject of a mail; the copy boxes are hidden until the user wants them. */
export function MailFields({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  const [open, setOpen] = useState({ cc: false, bcc: false })
  // A reply to all shows the copy boxes; boxes that the user empties stay visible.
  const shown = { cc: open.cc || draft.cc !== '', bcc: open.bcc || draft.bcc !== '' }
  if (shown.cc !== open.cc || shown.bcc !== open.bcc) setOpen(shown)
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
        {!(shown.cc && shown.bcc) && (
          <Button variant="quiet" size="small" onClick={() => setOpen({ cc: true, bcc: true })}>
            {!shown.cc && (
              <>
                <Text source="CC" /> /{' '}
              </>
            )}
            <Text source="BCC" />
          </Button>
        )}
      </div>
      {(shown.cc || shown.bcc) && (
        <div className="composer-pair">
          {shown.cc && (
            <TextField label={<Text source="CC" />} dir="ltr" value={draft.cc} onChange={(cc) => onChange({ cc })} />
          )}
          {shown.bcc && (
            <TextField
              label={<Text source="BCC" />}
              dir="ltr"
              value={draft.bcc}
              onChange={(bcc) => onChange({ bcc })}
            />
          )}
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
