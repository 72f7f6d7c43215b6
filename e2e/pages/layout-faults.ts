import type { Page } from '@playwright/test'

// oxlint-disable unicorn/consistent-function-scoping -- the function runs in the page, without this file's scope

/**
 * Returns layout faults of the page or its open panel. Text must not be cut off, leave the screen, or overlap
 * text, pictures or icons. Controls must not leave the screen or overlap. A unit code must not break at its
 * hyphen (rules 13.52). An ellipsis (`clamp`, `cut-line`) is allowed.
 */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const root = document.querySelector(':popover-open') ?? dialog ?? document.body
    const screenWidth = document.documentElement.clientWidth
    const faults = new Set<string>()

    const isVisible = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.visually-hidden, .skip, canvas, [inert]')
    const getSelector = ({ tagName, classList }: Element): string =>
      [tagName.toLowerCase(), ...classList].join('.')

    /**
     * Returns the part of a box that its ancestors do not cut off. `cutBy` is the ancestor that cuts it
     * without an ellipsis or a scroll bar.
     */
    const getVisiblePart = (element: Element, box: DOMRect) => {
      let { left, right, top, bottom } = box
      let cutBy: Element | undefined
      let isIntended = false
      for (
        let above: Element | null = element;
        above && above !== document.body;
        above = above.parentElement
      ) {
        const { position, overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(above)
        if (overflowX !== 'visible' || overflowY !== 'visible') {
          const edge = above.getBoundingClientRect()
          if (
            left < edge.left - 1 ||
            right > edge.right + 1 ||
            top < edge.top - 1 ||
            bottom > edge.bottom + 1
          ) {
            const isScrolled = /auto|scroll/.test(`${overflowX} ${overflowY}`)
            if (isScrolled || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') isIntended = true
            else if (!isIntended) cutBy ??= above
          }
          left = Math.max(left, edge.left)
          right = Math.min(right, edge.right)
          top = Math.max(top, edge.top)
          bottom = Math.min(bottom, edge.bottom)
        }
        if (position === 'fixed') break
      }
      const rect = new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
      return {
        rect,
        cutBy,
        leavesScreen: !isIntended && !cutBy && (box.left < -1 || box.right > screenWidth + 1),
      }
    }

    /**
     * Returns the nearest fixed or sticky ancestor. Only boxes of the same layer are compared, because other
     * content scrolls below a fixed or sticky one.
     */
    const findLayer = (element: Element): Element | null => {
      for (let above: Element | null = element; above && above !== root; above = above.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(above).position)) return above
      return null
    }
    const createBox = (of: Element, rect: DOMRect, words: string) => ({
      of,
      rect,
      words,
      layer: findLayer(of),
    })
    type Box = ReturnType<typeof createBox>
    const isOverlapping = (one: Box, other: Box): boolean =>
      one.layer === other.layer &&
      !one.of.contains(other.of) &&
      !other.of.contains(one.of) &&
      Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left) > 2 &&
      Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top) > 2
    /**
     * Shrinks a box, because a line box is higher than its letters and an icon's box is wider than its
     * strokes.
     */
    const getInnerPart = ({ left, top, width, height }: DOMRect, inset: number): DOMRect =>
      new DOMRect(left + width * inset, top + height / 4, width * (1 - 2 * inset), height / 2)

    const lines: Box[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement
      const words = node.textContent?.trim().replaceAll(/\s+/g, ' ') ?? ''
      if (!of || words === '' || of.closest('svg') || !isVisible(of)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const line of range.getClientRects()) {
        const { rect, cutBy, leavesScreen } = getVisiblePart(of, line)
        if (cutBy) faults.add(`'${words}' is cut by ${getSelector(cutBy)}`)
        if (leavesScreen) faults.add(`'${words}' leaves the screen`)
        if (rect.width > 1 && rect.height > 1) lines.push(createBox(of, getInnerPart(rect, 0), words))
      }
    }
    for (const cell of root.querySelectorAll('table, .rcard, .facts')) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (const { 0: code, index } of (node.textContent ?? '').matchAll(/\b[A-Z]{1,2}-\d{2,4}\b(?!-)/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + code.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            faults.add(`'${code}' breaks at its hyphen`)
        }
    }
    const listBoxes = (selector: string): Box[] =>
      [...root.querySelectorAll(selector)]
        .filter((of) => isVisible(of) && getComputedStyle(of).display !== 'inline')
        .map((of) => {
          const { rect, leavesScreen } = getVisiblePart(of, of.getBoundingClientRect())
          const words = of.ariaLabel ?? (of.textContent?.trim() || getSelector(of))
          if (leavesScreen) faults.add(`${getSelector(of)} '${words}' leaves the screen`)
          return createBox(of, rect, words)
        })
        .filter(({ rect }) => rect.width > 4 && rect.height > 4)
    const controls = listBoxes('a, button, input, select, textarea, summary')
    const pictures = listBoxes('main img:not(.fills), svg.lucide').map((box) => ({
      ...box,
      rect: getInnerPart(box.rect, 0.25),
    }))

    const reportOverlaps = (ones: readonly Box[], others: readonly Box[]): void => {
      for (const one of ones)
        for (const other of others)
          if (
            one !== other &&
            isOverlapping(one, other) &&
            !faults.has(`'${other.words}' lies over '${one.words}'`)
          )
            faults.add(`'${one.words}' lies over '${other.words}'`)
    }
    reportOverlaps(lines, lines)
    reportOverlaps(lines, pictures)
    reportOverlaps(controls, controls)
    return [...faults]
  })
}
