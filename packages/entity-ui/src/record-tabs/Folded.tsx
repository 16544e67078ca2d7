import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useState } from 'react'

/** A text of which the beginning is shown until the rest is asked for. */
export function Folded({ text, length = 280 }: { text: string; length?: number }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > length || text.split('\n', 6).length > 5
  return (
    <div className="folded">
      <div className="folded-text" dir="auto" data-folded={(isLong && !isOpen) || undefined}>
        {isLong && !isOpen ? text.slice(0, length * 2) : text}
      </div>
      {isLong && (
        <Button size="small" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Text source={isOpen ? 'Less' : 'More'} />
        </Button>
      )}
    </div>
  )
}
