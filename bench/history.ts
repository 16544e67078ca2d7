import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dealDefinition } from './deal.ts'

/**
 * Gives each deal of a stopped site the history of its creation: a Version and an operation of its own, as if a program
 * had made all deals one by one. One statement each, because a million calls would take an hour.
 */
export function addHistory(dir: string): void {
  const db = new DatabaseSync(path.join(dir, 'store/data.sqlite'))
  try {
    const tableOf = (entity: string) =>
      String(db.prepare('select table_name from entity_table where entity = ?').get(entity)?.table_name)
    const [deals, versions, operations] = [dealDefinition.id, 'Version', 'Operation Log'].map(tableOf)
    const changed = dealDefinition.fields.map(({ fieldname }) => `json_array('${fieldname}', null, c_${fieldname})`)
    // History begins after the definition: what is older may have been converted.
    const at = `strftime('%Y-%m-%d %H:%M:%f000', 'now', '+' || (rid / 1000.0) || ' seconds')`
    const [operation, version] = ['0000', '0001'].map(
      (kind) => `lower(printf('%08x-${kind}-7000-8000-%012x', rid, rid))`,
    )
    db.exec(`begin;
      insert into ${versions} (id, id_fold, owner, c_ref_entity, c_ref_id, c_action, c_user, c_at, c_operation_id, c_data)
        select ${version}, ${version}, owner, '${dealDefinition.id}', id, 'Created', owner, ${at},
          ${operation}, json_object('changed', json_array(${changed.join()}), 'added', json_array(), 'removed', json_array())
        from ${deals} order by rid;
      insert into ${operations} (id, id_fold, owner, c_kind, c_ref_entity, c_ref_id, c_record_count, c_user, c_at, c_door)
        select ${operation}, ${operation}, owner, 'Create', '${dealDefinition.id}', id, 1, owner,
          ${at}, 'API'
        from ${deals} order by rid;
      commit`)
  } finally {
    db.close()
  }
}
