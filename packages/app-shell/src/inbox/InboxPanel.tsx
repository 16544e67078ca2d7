import { Text } from '@tavla/i18n/react'
import { keyNames, Link } from '@tavla/ui'
import { useEffect, useRef } from 'react'
import { InboxView } from './InboxView.tsx'

const hints: readonly (readonly [keys: readonly string[], label: string])[] = [
  [['J', 'K'], 'Move'],
  [['Enter'], 'Open'],
  [['E'], 'Done'],
  [['H'], 'Later'],
]

/** The inbox under the bell; it stays while its rows open records. */
export default function InboxPanel({ path, onClose }: { path: string; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  // Rows come later; until then keys must not reach the screen behind.
  useEffect(() => place.current?.focus(), [])
  const foot = (
    <div className="inbox-foot">
      <span className="inbox-hints" aria-hidden="true">
        {hints.map(([keys, label]) => (
          <span key={label}>
            {keys.map((key) => (
              <kbd key={key}>{keyNames(key)}</kbd>
            ))}
            <Text source={label} context={contexts[label]} />
          </span>
        ))}
      </span>
      <Link href={path} onClick={onClose}>
        <Text source="Open as page" />
      </Link>
    </div>
  )
  return (
    <div ref={place} className="inbox-panel" tabIndex={-1}>
      <InboxView
        isPanel
        title={
          <h2>
            <Text source="Inbox" />
          </h2>
        }
        foot={foot}
      />
    </div>
  )
}

const contexts: Readonly<Record<string, string>> = { Open: 'action', Done: 'notification' }
