import {
  Checkbox,
  ComboBox,
  NumberField,
  PasswordField,
  SearchField,
  Select,
  Switch,
  TextArea,
  TextField,
} from '@tavla/ui'
import { DateField, DateTimeField, TimeField } from '@tavla/ui/dates'
import { useState } from 'react'

const people = [
  { value: 'noa', label: 'Noa Bar', description: 'noa@example.com, Acme' },
  { value: 'dana', label: 'דנה לוי-רוזנפלד', description: 'dana@example.com' },
  { value: 'omer', label: 'Omer Katz', description: '+972 50 123 4567' },
]
const states = [
  { value: 'Open', label: 'Open', color: 'Orange' },
  { value: 'Working', label: 'Working', color: 'Blue' },
  { value: 'Done', label: 'Done', color: 'Green' },
] as const

export function Controls() {
  const [text, setText] = useState('')
  const [state, setState] = useState('Open')
  const [person, setPerson] = useState<(typeof people)[number] | null>(people[0] ?? null)
  const [found, setFound] = useState(people)
  const [isOn, setOn] = useState(true)
  const [date, setDate] = useState<string | null>('2026-01-05 10:00:15.123456')
  const search = (query: string) =>
    setFound(people.filter((one) => one.label.toLowerCase().includes(query.toLowerCase())))
  return (
    <section className="gallery-part">
      <h2>{'controls'}</h2>
      <div className="gallery-grid">
        <TextField label="text" value={text} onChange={setText} placeholder="placeholder" />
        <TextField label="required, wrong" isRequired error="Subject is required" value={text} onChange={setText} />
        <TextField label="disabled" disabled value="can't be changed" />
        <TextField label="read only" readOnly value="can be copied" />
        <PasswordField label="password" value={text} onChange={setText} />
        <NumberField label="number" value="31,339.87" suffix="₪" />
        <SearchField label="search" value={text} onChange={setText} onSearch={() => undefined} />
        <Select label="select" options={states} value={state} onChange={setState} />
        <Select label="nothing chosen" options={people} value={null} description="a help line" />
        <ComboBox
          label="combo box"
          value={person?.value ?? null}
          text={person?.label ?? ''}
          suggestions={found}
          onSearch={search}
          onChange={(option) => setPerson(people.find((one) => one.value === option?.value) ?? null)}
        />
        <DateField label="date" value={date} onChange={setDate} />
        <DateTimeField label="date and time" value={date} onChange={setDate} />
        <TimeField label="time" value="09:05:00" />
        <TextArea label="text area" value={text} onChange={setText} />
        <TextArea label="code" isCode value={'{\n  "a": 1\n}'} />
        <div>
          <Checkbox isChecked={isOn} onChange={setOn}>
            {'checkbox'}
          </Checkbox>
          <Checkbox isChecked={false} isMixed>
            {'mixed'}
          </Checkbox>
          <Checkbox isChecked disabled>
            {'disabled'}
          </Checkbox>
          <Switch isChecked={isOn} onChange={setOn}>
            {'switch'}
          </Switch>
        </div>
      </div>
    </section>
  )
}
