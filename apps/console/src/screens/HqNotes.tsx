import { DamagedNote, DiskNote } from '../project/DiskNotes.tsx'
import { useDisks } from './useDisks.ts'
import './hq-notes.css'

/** Warnings above all projects: nearly full disks of HQ and its servers, and HQ's own damaged files. */
export function HqNotes() {
  const value = useDisks()
  if (!value) return null
  return (
    <div className="hq-notes">
      {value.disks.map((disk) => (
        <DiskNote key={disk.name} disk={disk} name={disk.name} />
      ))}
      <DamagedNote files={value.damaged_files} />
    </div>
  )
}
