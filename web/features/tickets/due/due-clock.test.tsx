import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DueMark } from './due-clock.tsx'

const drawn = (level: 'soon' | 'late') =>
  renderToStaticMarkup(<DueMark due={{ level, words: 'Some words' }} />)

test('a late ticket says so in words beside the clock, not by its colour alone (rules 4.31)', () => {
  expect(drawn('late')).toContain('<span>Some words</span>')
  expect(drawn('soon')).toContain('<span class="visually-hidden">Some words</span>')
})
