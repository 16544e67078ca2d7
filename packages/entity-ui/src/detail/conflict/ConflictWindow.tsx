import { type Choice, type Choose, type MergeField, type Meta, mergeRecord } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button, Dialog, FormFoot } from '@tavla/ui'
import { useRef, useState } from 'react'
import type { Editing } from '../record-editing.ts'
import type { Conflict } from '../useConflict.ts'
import { ClashChoice } from './ClashChoice.tsx'
import { type ClashPlace, clashKey, clashPlaces } from './clash-places.ts'
import { MergedList } from './MergedList.tsx'
import { mergedFields } from './merged-fields.ts'
import './conflict.css'

export interface ConflictWindowProps {
  conflict: Conflict
  meta: Meta
  mergeFields: readonly MergeField[]
  draft: Pick<Editing, 'base' | 'changes' | 'arrivals'>
  isSaving: boolean
  /** Saves the draft on the stored record, with these decisions. */
  onSave: (choose: Choose) => void
  onCancel: () => void
}

/**
 * The window after a save that clashed (reference: screens, Changes by others): for each place the original and both
 * values, one of which the user chooses, or another.
 */
export default function ConflictWindow(props: ConflictWindowProps) {
  const { conflict, meta, mergeFields, draft, isSaving, onSave, onCancel } = props
  const { theirs, by } = conflict
  const form = useRef<HTMLDivElement>(null)
  const [isTried, setTried] = useState(false)
  const { clashes } = mergeRecord({ fields: mergeFields, base: draft.base ?? {}, theirs, mine: draft.changes })
  const places = clashPlaces(clashes, meta, { theirs, mine: draft.changes })
  const [choices, setChoices] = useState(() => firstChoices(places, draft.changes))
  const merged = mergedFields(draft, theirs, meta.doc_meta.fields, clashes)

  const save = () => {
    const open = places.findIndex(({ key }) => !choices[key])
    if (open < 0) return onSave((clash) => choices[clashKey(clash)] ?? 'mine')
    setTried(true)
    form.current?.querySelectorAll<HTMLInputElement>('.clash')[open]?.querySelector('input')?.focus()
  }
  const chooseAll = (choice: Choice) => setChoices(Object.fromEntries(places.map(({ key }) => [key, choice])))

  const footer = (
    <>
      {places.length > 1 && (
        <div className="conflict-all">
          <Button variant="quiet" onClick={() => chooseAll('mine')}>
            <Text source="Keep All of Mine" />
          </Button>
          <Button variant="quiet" onClick={() => chooseAll('theirs')}>
            <Text source="Take All of {0}" args={[by]} />
          </Button>
        </div>
      )}
      <FormFoot onCancel={onCancel} isPending={isSaving}>
        <Text source="Save" />
      </FormFoot>
    </>
  )
  return (
    <Dialog
      size="large"
      title={<Text source="Both of you changed this" />}
      onClose={onCancel}
      onSubmit={save}
      hasSubmitKeys
      footer={footer}
    >
      <div ref={form} className="conflict">
        {/* Each value has its own label, which a wide window shows once for all. */}
        <div className="conflict-head" aria-hidden="true">
          <Text source="Field" />
          <Text source="Original" />
          <Text source="Mine" />
          <Text source="Saved by {0}" args={[by]} />
        </div>
        {places.map((place) => (
          <ClashChoice
            key={place.key}
            place={place}
            by={by}
            titles={{ base: draft.base ?? {}, theirs, mine: { ...draft.base, ...draft.changes } }}
            choice={choices[place.key]}
            isMissing={isTried && !choices[place.key]}
            onChoose={(choice) => setChoices((now) => ({ ...now, [place.key]: choice }))}
          />
        ))}
        {merged.length > 0 && (
          <MergedList meta={meta} merged={merged} by={by} theirs={theirs} mine={{ ...draft.base, ...draft.changes }} />
        )}
      </div>
    </Dialog>
  )
}

/** Chooses one's own value where one typed last; what one may have forgotten by now is chosen with open eyes. */
function firstChoices(places: readonly ClashPlace[], changes: Editing['changes']): Readonly<Record<string, Choice>> {
  const last = Object.keys(changes).at(-1)
  const [place, another] = places.filter(({ clash }) => clash.fieldname === last)
  return place && !another ? { [place.key]: 'mine' } : {}
}
