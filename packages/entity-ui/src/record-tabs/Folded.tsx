import { Text } from '@tavla/i18n/react'
import { Button, useIsOnPaper } from '@tavla/ui'
import { useState } from 'react'

/** A text of which the beginning is shown until the rest is asked for; on paper, where nothing can be asked, the whole. */
export function Folded({ text, length = 280 }: { text: string; length?: number }) {
  const [isOpen, setOpen] = useState(false)
  const isOnPaper = useIsOnPaper()
  const isLong = text.length > length || text.split('\n', 6).length > 5
  const isFolded = isLong && !isOpen && !isOnPaper
  return (
    <div className="folded">
      <div className="folded-text" dir="auto" data-folded={isFolded || undefined}>
        {isFolded ? text.slice(0, length * 2) : text}
      </div>
      {isLong && (
        <Button size="small" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Text source={isOpen ? 'Less' : 'More'} />
        </Button>
      )}
    </div>
  )
}
