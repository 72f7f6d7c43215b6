import { expect, test } from 'vitest'
import { findRawValues } from './theme.mjs'

test.each([
  'gap: 13px',
  'row-gap: 1rem',
  'border-radius: 7px',
  'border-start-end-radius: 4px',
  'font-size: 0.9rem',
  'font-weight: 650',
  'font: 650 var(--type-body)',
  'color: #fff',
  'box-shadow: 0 1px 2px rgb(0 0 0 / 0.1)',
])('%j is refused outside the theme', (declaration) => {
  expect(findRawValues(`.a { display: grid; ${declaration}; }`)).toEqual([declaration])
})

test.each([
  'gap: var(--space-1) var(--space-3)',
  'gap: 0',
  'border-radius: var(--radius-tag)',
  'font: 600 var(--type-body)',
  'font: 500 min(0.75rem, 5.4vw) / 1.2 var(--font)',
  'font-size: var(--text-small)',
  'font-weight: var(--weight-strong)',
  '--ground: #0a6135',
  'mask: linear-gradient(#000 0, transparent 95%)',
  'color: var(--ink) /* was #fff */',
])('%j is allowed', (declaration) => {
  expect(findRawValues(`.a:hover, #main { ${declaration}; }`)).toEqual([])
})
