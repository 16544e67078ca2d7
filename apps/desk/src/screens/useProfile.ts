import { fieldErrors } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useCallback, useEffect, useState } from 'react'
import { client } from '../app-client.ts'
import { setAppState, useSession } from '../boot/app-state.ts'
import { reboot } from '../boot/boot.ts'
import { showError } from '../errors/error-window.ts'
import type { LoadState } from '../frame/load-state.ts'

/** What anyone may change of the own user (contract 3.8), in the order of the form. */
const own = ['full_name', 'language', 'user_image', 'phone', 'bio']

/** The own user as a form. */
export interface Profile {
  status: LoadState
  fields: readonly FieldMeta[]
  values: Readonly<Record<string, unknown>>
  errors: Readonly<Record<string, string>>
  roleProfiles: readonly string[]
  isDirty: boolean
  load(): Promise<void>
  change(fieldname: string, value: unknown): void
  save(): Promise<void>
}

export function useProfile(): Profile {
  const { t } = useI18n()
  const { user: id } = useSession()
  const [status, setStatus] = useState<LoadState>('loading')
  const [fields, setFields] = useState<readonly FieldMeta[]>([])
  const [stored, setStored] = useState<EntityRecord>({ id })
  const [draft, setDraft] = useState<Record<string, unknown>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [roleProfiles, setRoleProfiles] = useState<string[]>([])

  const load = useCallback(async () => {
    try {
      const [meta, user, profiles] = await Promise.all([
        client.metas.get('User'),
        client.users.get(id),
        client.users.profiles(),
      ])
      setFields(own.flatMap((name) => meta.doc_meta.fields.filter((field) => field.fieldname === name)))
      setStored(user)
      setRoleProfiles(profiles.map((profile) => profile.role_profile))
      setStatus('ready')
    } catch (error) {
      console.error(error)
      setStatus('failed')
    }
  }, [id])
  useEffect(() => void load(), [load])

  const save = async () => {
    try {
      const user = await client.users.update(id, draft)
      setStored(user)
      setDraft({})
      setErrors({})
      setAppState({ user })
      // Name and language come with the session.
      await reboot()
      notify(t('Saved'), { tone: 'success' })
    } catch (error) {
      const found = fieldErrors(error)
      setErrors(found)
      if (Object.keys(found).length === 0) showError(error)
    }
  }

  return {
    status,
    fields,
    values: { ...stored, ...draft },
    errors,
    roleProfiles,
    isDirty: Object.keys(draft).length > 0,
    load,
    change: (fieldname, value) => setDraft((now) => ({ ...now, [fieldname]: value })),
    save,
  }
}
