import DOMPurify from 'dompurify';

const allowedTags = [
  ...['p', 'br', 'hr', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'blockquote', 'ul', 'ol', 'li'],
  ...['code', 'pre', 'a', 'span', 'div', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'details', 'summary'],
];

const allowedAttributes = ['class', 'href', 'data-href', 'title', 'start', 'tabindex'];

/**
 * Converts HTML to nodes that cannot run, load or style anything. A second line of defense: the Markdown renderer
 * already removes HTML. Link targets are reduced to `#`.
 */
export function sanitize(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) link.setAttribute('href', '#');
  return fragment;
}
