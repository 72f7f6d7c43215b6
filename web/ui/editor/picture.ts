import { mergeAttributes, Node } from '@tiptap/core'
import { fetchFileLink } from '#lib/api/row-queries.ts'

/**
 * Picture in a rich text. It is stored as the key of its upload and the alternative text. `src` is a signed
 * link that is renewed when it expires.
 */
export const Picture = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,

  addAttributes() {
    return {
      key: {
        default: null,
        parseHTML: (element) => element.getAttribute('data-key'),
        renderHTML: ({ key }) => (typeof key === 'string' ? { 'data-key': key } : {}),
      },
      alt: { default: null },
      title: { default: null },
      src: { default: null },
    }
  },

  // Only pictures with an upload key are accepted. Loading pictures from other sites would tell these sites
  // who reads the text.
  parseHTML() {
    return [{ tag: 'img[data-key]' }]
  },

  renderHTML({ HTMLAttributes }) {
    return ['img', mergeAttributes(HTMLAttributes)]
  },

  addNodeView() {
    return ({ node }) => {
      const image = document.createElement('img')
      let currentNode = node
      let wasLinkRenewed = false
      const renderPicture = (): void => {
        const { src, alt, title } = currentNode.attrs as Record<string, unknown>
        image.alt = typeof alt === 'string' ? alt : ''
        image.title = typeof title === 'string' ? title : ''
        if (typeof src === 'string' && image.getAttribute('src') !== src && !wasLinkRenewed) image.src = src
        else if (typeof src !== 'string') void renewLink()
      }
      const renewLink = async (): Promise<void> => {
        if (wasLinkRenewed || typeof currentNode.attrs.key !== 'string') return
        wasLinkRenewed = true
        const url = await fetchFileLink(currentNode.attrs.key).catch(() => '')
        if (url !== '') image.src = url
      }
      image.addEventListener('error', () => void renewLink())
      renderPicture()
      return {
        dom: image,
        update: (next) => {
          if (next.type !== currentNode.type) return false
          if (next.attrs.key !== currentNode.attrs.key) wasLinkRenewed = false
          currentNode = next
          renderPicture()
          return true
        },
      }
    }
  },
})
