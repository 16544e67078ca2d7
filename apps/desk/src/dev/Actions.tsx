import { Button, Icon, IconButton, Link, Menu, MenuChoice, MenuHeader, MenuItem, MenuSeparator, Tabs } from '@tavla/ui'
import { useState } from 'react'

const choices = ['one', 'two', 'three'].map((value) => ({ value, label: value }))

export function Actions() {
  const [choice, setChoice] = useState('one')
  const [count, setCount] = useState(0)
  const act = () => setCount(count + 1)
  return (
    <section className="gallery-part">
      <h2>{`actions ${count}`}</h2>
      <div className="gallery-row">
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
          <Button key={variant} variant={variant} icon={<Icon name="add" />} onClick={act}>
            {variant}
          </Button>
        ))}
        <Button isPending variant="primary">
          {'pending'}
        </Button>
        <Button disabled>{'disabled'}</Button>
        <Button size="small">{'small'}</Button>
      </div>
      <div className="gallery-row">
        {['edit', 'delete', 'arrow_back', 'chevron_right', 'more_horiz', 'task_alt', 'no_such_icon'].map((name) => (
          <IconButton key={name} icon={name} label={name} onClick={act} />
        ))}
        <IconButton icon="delete" label="danger" variant="danger" />
        <IconButton icon="edit" label="disabled" disabled />
        <Link href="#here">{'a link'}</Link>
        <Menu label="menu" trigger={<Icon name="more_horiz" />}>
          <MenuHeader>{'header'}</MenuHeader>
          <MenuItem icon="edit" hint="E" onAction={act}>
            {'edit'}
          </MenuItem>
          <MenuItem isChecked onAction={act}>
            {'checked'}
          </MenuItem>
          <MenuChoice label="choice" options={choices} value={choice} onChange={setChoice} />
          <MenuSeparator />
          <MenuItem icon="delete" isDangerous onAction={act}>
            {'delete'}
          </MenuItem>
          <MenuItem isDisabled onAction={act}>
            {'disabled'}
          </MenuItem>
        </Menu>
      </div>
      <Tabs
        label="tabs"
        title="title"
        firstRow="first row"
        tabs={[
          { id: 'one', label: 'one', content: <p>{'content of one'}</p> },
          { id: 'two', label: 'two', count: 3, content: <p>{'content of two'}</p> },
          { id: 'three', label: 'three', content: <p>{'content of three'}</p> },
        ]}
      />
    </section>
  )
}
