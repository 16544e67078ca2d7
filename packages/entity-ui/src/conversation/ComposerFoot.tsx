import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { CannedTexts } from './CannedTexts.tsx'
import { DraftFiles } from './DraftFiles.tsx'
import { type Draft, hasContent } from './draft.ts'
import type { SentMedium } from './message.ts'
import { SendLater } from './SendLater.tsx'

interface ComposerFootProps {
  entity: string
  id: string
  medium: SentMedium
  draft: Draft
  /** True for free text, which files and canned texts can be added to. */
  isFree: boolean
  canSend: boolean
  isSending: boolean
  onChange: (part: Partial<Draft>) => void
  onInsert: (text: string) => void
  onSend: (sendAt: string) => void
  /** Called when the user wants another time than those in the menu. */
  onAskTime: () => void
  onDiscard: () => void
}

/** Sends a message now or later, adds files and canned texts to it, or discards it. */
export function ComposerFoot({ entity, id, medium, draft, isFree, canSend, ...rest }: ComposerFootProps) {
  return (
    <footer className="composer-foot">
      <Button
        type="submit"
        variant="primary"
        isPending={rest.isSending}
        disabled={!canSend}
        icon={<Icon name="send" size="small" />}
      >
        <Text source="Send" />
      </Button>
      {canSend && <SendLater onChoose={rest.onSend} onAsk={rest.onAskTime} />}
      {isFree && (
        <>
          <DraftFiles
            entity={entity}
            id={id}
            files={draft.files}
            isSingle={medium === 'WhatsApp'}
            onChange={(files) => rest.onChange({ files })}
          />
          <CannedTexts medium={medium} onInsert={rest.onInsert} />
        </>
      )}
      {hasContent(draft) && (
        <Button variant="quiet" size="small" onClick={rest.onDiscard}>
          <Text source="Discard draft" />
        </Button>
      )}
    </footer>
  )
}
