import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'
import { useState } from 'react'
import { CopyLine } from './CopyLine.tsx'
import { ShownOnce } from './ShownOnce.tsx'
import type { Jobs } from './useJobs.ts'

interface NewTokenProps {
  jobs: Jobs
  /** The action, and the key of its answer that holds the token. */
  action: string
  name: string
  /** English source texts: the window's title, and the names of what it shows. */
  title: string
  label: string
  addressLabel: string
  address: string
  onClose: () => void
}

/** Asks before the old token is replaced, then shows the new one once, with its address. */
export function NewToken({ jobs, action, name, title, label, addressLabel, address, onClose }: NewTokenProps) {
  const [token, setToken] = useState<string | null>(null)
  const make = async () => {
    const isDone = await jobs.run<Record<string, string>>(action, (answer) => {
      setToken(answer[name] ?? '')
      return null
    })
    if (!isDone) onClose()
  }
  if (token === null)
    return (
      <ConfirmDialog
        message={<Text source="Make a new token? The one in use stops working at once." />}
        reversal="never"
        isPending={jobs.running === action}
        onConfirm={() => void make()}
        onCancel={onClose}
      />
    )
  return (
    <ShownOnce title={title} onClose={onClose}>
      <p>
        <Text source="This token is shown only now. Copy it to where it is needed." />
      </p>
      <CopyLine label={label} value={token} />
      <CopyLine label={addressLabel} value={address} />
    </ShownOnce>
  )
}
