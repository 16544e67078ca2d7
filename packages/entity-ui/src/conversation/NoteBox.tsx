import { type Mentionable, workLimits } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, Listbox, optionId, TextArea, useAnchor } from '@tavla/ui'
import { type RefObject, useId, useRef } from 'react'
import type { DraftMention } from './draft.ts'
import { mentionOf, mentionsIn, storedText } from './note-text.ts'
import { useMentionChoice } from './useMentionChoice.ts'

/** A note as it is typed. */
export interface TypedNote {
  message: string
  mentions: readonly DraftMention[]
}

interface NoteBoxProps {
  entity: string
  id: string
  note: TypedNote
  box: RefObject<HTMLTextAreaElement | null>
  onChange: (note: TypedNote) => void
}

/** The text of a note; an `@` offers the people whom it may mention. */
export function NoteBox({ entity, id, note, box, onChange }: NoteBoxProps) {
  const { t } = useI18n()
  const listId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const anchor = useAnchor()
  const { message, mentions } = note
  const insert = (person: Mentionable, start: number, end: number) => {
    const others = mentionsIn(message, mentions)
    const mention = mentionOf(person, others)
    const words = `@${mention.name} `
    const rest = message.slice(end).replace(/^ /, '')
    onChange({
      message: message.slice(0, start) + words + rest,
      mentions: [...others.filter(({ user }) => user !== mention.user), mention],
    })
    const cursor = start + words.length
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(cursor, cursor)
    })
  }
  const choice = useMentionChoice({ entity, id, box, text: message, onChoose: insert })
  const { isOpen, found, active } = choice
  const options = found.map(({ user, full_name }) => ({ value: user, label: full_name, description: user }))
  const unseen = mentionsIn(message, mentions).filter(({ canRead }) => !canRead)
  return (
    <>
      <div style={anchor.anchor}>
        <TextArea
          ref={box}
          label={<Text source="Note" />}
          isLabelHidden
          rows={3}
          value={message}
          error={faultOf(note)}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && found[active] ? optionId(listId, active) : undefined}
          onChange={(next) => {
            onChange({ message: next, mentions })
            choice.look(next)
          }}
          onSelect={() => choice.look()}
          onBlur={choice.close}
          onKeyDown={choice.handleKey}
        />
      </div>
      <Listbox
        id={listId}
        panel={panel}
        style={anchor.panel}
        isOpen={isOpen}
        label={t('Mentions')}
        options={options}
        active={active}
        selected={null}
        onActive={choice.point}
        onChoose={({ value }) => choice.choose(found.find(({ user }) => user === value))}
        message={found.length === 0 ? <Text source="No results" /> : undefined}
      />
      {unseen.map(({ user, name }) => (
        <p key={user} className="note-unseen" role="status">
          <Icon name="warning" size="small" />
          <Text source="{0} cannot see this record." args={[name]} />
        </p>
      ))}
    </>
  )
}

/** Why a typed note cannot be stored; undefined where it can. */
export function faultOf({ message, mentions }: TypedNote) {
  const { length } = storedText(message, mentions)
  if (length > workLimits.noteLength) {
    const args = [{ translate: 'Note' }, workLimits.noteLength]
    return <Text source="{0} is too long (maximum {1} characters)" args={args} />
  }
  if (mentionsIn(message, mentions).length > workLimits.noteMentions) {
    return <Text source="There are too many already (maximum {0})." args={[workLimits.noteMentions]} />
  }
  return undefined
}
