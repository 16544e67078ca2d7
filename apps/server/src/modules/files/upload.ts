import { type EntityRecord, entityNotFound, invalid, limits, notSignedIn, Problem } from '@tavla/contract'
import {
  type Context,
  createRecord,
  type Engine,
  mayHold,
  requireRecord,
  requireRight,
  valueInTrash,
  wrongFileType,
} from '../../entity/index.ts'
import type { IncomingFile } from '../../files/area.ts'
import { detectKind, isScalable } from '../../files/detect.ts'
import { measureImage } from '../../files/images.ts'
import { cleanFileName } from '../../files/names.ts'
import type { FileParts } from './parts.ts'
import { rowsOfUrl, urlOfContent } from './rows.ts'

/** The fields of an upload, in whatever form it came. */
export interface UploadFields {
  fileName: string
  isPrivate: boolean
  folder: string
  /** Null when the file belongs to no record. */
  entity: string | null
  /** Null while the record is not created yet. */
  id: string | null
  field: string | null
}

/** Reads the known fields of a form and ignores others. @throws Problem 417 for a folder that is too long */
export function readUploadFields(form: Readonly<Record<string, string>>): UploadFields {
  const entity = form.entity || null
  const folder = form.folder?.trim() || 'Home'
  if (folder.length > limits.dataLength) {
    const args = [{ translate: 'Folder' }, limits.dataLength]
    throw invalid('{0} is too long (maximum {1} characters)', args)
  }
  return {
    fileName: cleanFileName(form.filename ?? ''),
    isPrivate: form.is_private === '1' || form.is_private === 'true',
    folder,
    entity,
    id: (entity && form.id) || null,
    field: (entity && form.field) || null,
  }
}

/**
 * Requires the right to upload (reference: files, Uploading): write on the record, or create while it has no id yet;
 * for a file of no record, a signed-in user.
 * @throws Problem 401, 403, 404, or 417 for a field that the entity doesn't have
 */
export async function authoriseUpload({ site }: FileParts, ctx: Context, fields: UploadFields): Promise<void> {
  if (ctx.actor.user === 'Guest') throw notSignedIn()
  const { entity, field } = fields
  if (entity === null) return
  const model = site.engine.models.get(entity)
  if (!model) throw entityNotFound(entity)
  if (model.kind === 'Table') throw invalid('{0} is a table entity', [{ translate: entity }])
  const id = model.kind === 'Settings' ? entity : fields.id
  if (id === null) requireRight(site.engine, ctx, entity, 'create')
  else await requireRecord(site.engine, ctx, entity, id, 'write')
  const known = field === null ? undefined : model.byName.get(field)
  if (field !== null && (!known || known.system)) throw invalid('Unknown field: {0}', [field])
}

/**
 * Stores received bytes and creates their File record, owned by the user. If the record can't be created, deletes bytes
 * that no other record uses. `keep` leaves the received file in place.
 */
export async function saveUpload(
  parts: FileParts,
  ctx: Context,
  fields: UploadFields,
  incoming: IncomingFile,
  keep = false,
): Promise<EntityRecord> {
  if (incoming.size === 0) throw invalid('The file is empty')
  const { area, site } = parts
  const { engine } = site
  const kind = await detectKind(incoming.path, fields.fileName)
  requireFittingType(site.engine, fields, kind.mime)
  const scalable = isScalable(kind.mime)
  const size = scalable ? await measureImage(incoming.path) : undefined
  return area.runExclusively(incoming.hash, async () => {
    const twin = await urlOfContent(engine, incoming.hash)
    const { fileName, isPrivate } = fields
    const url = await area.place(incoming, { fileName, extension: kind.extension, isPrivate, twin, keep })
    const body = {
      file_name: fileName,
      file_url: url,
      thumbnail_url: scalable ? `${url}?thumb=1` : null,
      file_size: incoming.size,
      file_type: kind.label,
      mime_type: kind.mime,
      is_private: isPrivate ? 1 : 0,
      folder: fields.folder,
      attached_to_entity: fields.entity,
      attached_to_id: fields.id,
      attached_to_field: fields.field,
      content_hash: incoming.hash,
      width: size?.width ?? 0,
      height: size?.height ?? 0,
    }
    try {
      return await createRecord(engine, { ...ctx, system: true }, 'File', body)
    } catch (error) {
      await removeIfUnused(parts, url)
      throw error
    }
  })
}

/** @throws Problem 417 when the field doesn't accept this kind of file */
function requireFittingType(engine: Engine, { entity, field }: UploadFields, mime: string): void {
  const target = field === null ? undefined : engine.models.get(entity ?? '')?.byName.get(field)
  if (!target || mayHold(target, mime)) return
  const errors = [{ fieldname: target.name, message: wrongFileType }]
  throw new Problem(417, 'ValidationError', 'Invalid Value', wrongFileType, { errors })
}

/** Deletes bytes that no record uses any more, not even one in the trash. Call it inside `runExclusively`. */
export async function removeIfUnused({ area, site }: FileParts, url: string): Promise<void> {
  const { engine } = site
  if ((await rowsOfUrl(engine, engine.store, url)).length > 0) return
  if ((await valueInTrash(engine, engine.store, 'File', ['file_url', url])) === undefined) await area.remove(url)
}

/** Removes bytes that no record uses any more, once no copy of the site needs them. */
export function removeInTime(parts: FileParts, url: string, hash: string): Promise<void> {
  const { area } = parts
  return area.whenNotHeld(() => area.runExclusively(hash, () => removeIfUnused(parts, url)))
}
