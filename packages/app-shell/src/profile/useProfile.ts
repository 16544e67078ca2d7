import { fieldErrors, justWritten, type UserProfile } from '@tavla/client'
import {
  type Choose,
  type EntityRecord,
  type FieldMeta,
  type Meta,
  mergeRecord,
  type SavedAnswer,
} from '@tavla/contract'
import {
  type Conflict,
  type ConflictWindowProps,
  fieldsOfOthers,
  mergeFieldsOf,
  nameOfEditor,
  noArrivals,
  notifyWritten,
  readingStatus,
  storedRecordOf,
  useReading,
} from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import { useMemo, useState } from 'react'
import { client } from '../app-client.ts'
import { setAppState, useSession } from '../boot/app-state.ts'
import { reboot } from '../boot/boot.ts'
import { showError } from '../errors/error-window.ts'
import type { LoadState } from '../frame/load-state.ts'

/** The fields that every user may change of their own record (reference: http-api, People), in the order of the form. */
const own = ['full_name', 'language', 'user_image', 'phone', 'bio', 'muted_kinds', 'digest', 'digest_hour']

/** The form of the user's own record. */
export interface Profile {
  status: LoadState
  meta: Meta | null
  fields: readonly FieldMeta[]
  values: Readonly<Record<string, unknown>>
  errors: Readonly<Record<string, string>>
  roleProfiles: readonly string[]
  isDirty: boolean
  retry(): void
  change(fieldname: string, value: unknown): void
  save(): Promise<void>
  /** Continues a kept draft, on the state that it stands on. */
  resume(changes: Readonly<Record<string, unknown>>, base: EntityRecord): void
  /**
   * Saves one field alone, such as an uploaded picture, and keeps the rest of the draft (reference: screens,
   * Drafts). Never throws.
   */
  saveField(fieldname: string, value: unknown): Promise<void>
  /** The last save clashed with one of another person. */
  conflict: Conflict | null
  draft: ConflictWindowProps['draft']
  resolve(choose: Choose): Promise<void>
  closeConflict(): void
}

interface ProfileData {
  meta: Meta
  user: EntityRecord
  profiles: readonly UserProfile[]
}

export function useProfile(): Profile {
  const { t } = useI18n()
  const { user: id } = useSession()
  const reading = useReading(id, () => readProfile(id))
  /** The user's record in the answer of the last save. */
  const [saved, setSaved] = useState<EntityRecord>()
  const [draft, setDraft] = useState<Record<string, unknown>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})

  const [conflict, setConflict] = useState<Conflict | null>(null)
  const stored = saved?.id === id ? saved : reading.value?.user
  const all = reading.value?.meta.doc_meta.fields
  const fields = useMemo(() => own.flatMap((one) => all?.filter(({ fieldname }) => fieldname === one) ?? []), [all])

  /** Sends changes with the values that they replace, so that a save in another tab or by an operator is merged. */
  const send = (changes: Readonly<Record<string, unknown>>, from = stored) => {
    const base = Object.fromEntries(Object.keys(changes).map((name) => [name, from?.[name] ?? null]))
    return client.users.update(id, { ...changes, modified: from?.modified, _base: base })
  }

  const take = (user: EntityRecord) => {
    setSaved(user)
    setErrors({})
    setAppState({ user })
  }

  const refuse = (error: unknown) => {
    const theirs = storedRecordOf(error)
    if (theirs) return setConflict({ theirs, by: nameOfEditor(theirs) })
    const found = fieldErrors(error)
    setErrors(found)
    if (Object.keys(found).length === 0) showError(error)
  }

  /** Name and language are part of the session. */
  const show = async (user: EntityRecord) => {
    take(user)
    setDraft({})
    await reboot(String(user.language))
  }

  /** Says whose changes a save was merged with. */
  const sentenceOf = ({ entity, merged }: SavedAnswer, sent: ConflictWindowProps['draft']): string => {
    const cameIn = merged ? fieldsOfOthers(sent, fields, entity) : []
    const labels = cameIn.map(({ label }) => t(label)).join(', ')
    return labels === ''
      ? t('Saved')
      : t('Saved together with changes by {0}: {1}', [nameOfEditor(merged ?? {}), labels])
  }

  const save = async (changes: Readonly<Record<string, unknown>> = draft, from = stored) => {
    try {
      const answer = await send(changes, from)
      const operation = justWritten()
      await show(answer.entity)
      const onUndone = () => void client.users.get(id).then(show, showError)
      notifyWritten(t, sentenceOf(answer, { base: from ?? null, changes, arrivals: noArrivals }), operation, onUndone)
    } catch (error) {
      refuse(error)
    }
  }

  /** Saves the draft on the state that another person saved, with these decisions. */
  const resolve = async (choose: Choose) => {
    if (!conflict || !reading.value) return
    const { theirs } = conflict
    const sides = { fields: mergeFieldsOf(reading.value.meta), base: stored ?? {}, theirs, mine: draft }
    const { values } = mergeRecord(sides, choose)
    setSaved(theirs)
    setDraft(values)
    setConflict(null)
    await save(values, theirs)
  }

  const saveField = async (fieldname: string, value: unknown) => {
    try {
      const { entity: user, merged } = await send({ [fieldname]: value })
      // After a merge the draft still stands on the values that it has met.
      take(merged && stored ? { ...stored, [fieldname]: user[fieldname] } : user)
      setDraft(({ [fieldname]: _saved, ...others }) => others)
    } catch (error) {
      refuse(error)
    }
  }

  const known = reading.value
  const status = readingStatus(reading)
  return {
    status: status === 'ready' || status === 'loading' ? status : 'failed',
    meta: known?.meta ?? null,
    fields,
    values: { ...(saved?.id === id ? saved : known?.user), ...draft },
    errors,
    roleProfiles: known?.profiles.map((profile) => profile.role_profile) ?? [],
    isDirty: Object.keys(draft).length > 0,
    retry: () => void reading.reload(),
    change: (fieldname, value) => setDraft((now) => ({ ...now, [fieldname]: value })),
    save: () => save(),
    resume(changes, base) {
      setSaved(base)
      setDraft(changes)
    },
    saveField,
    conflict,
    draft: { base: stored ?? null, changes: draft, arrivals: noArrivals },
    resolve,
    closeConflict: () => setConflict(null),
  }
}

async function readProfile(id: string): Promise<ProfileData> {
  const [meta, user, profiles] = await Promise.all([
    client.metas.get('User'),
    client.users.get(id),
    client.users.profiles(),
  ])
  return { meta, user, profiles }
}
