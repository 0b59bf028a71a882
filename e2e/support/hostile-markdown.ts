import fc from "fast-check";

const marks = fc.stringMatching(/^[\\*_~`|>#=\-[\]()<!&;:/.1 a\n\t"']{0,300}$/);
/** Text that tries to inject markup wherever a message is shown. */
export const hostileMarkdown = fc.oneof(
  marks,
  fc.string({ unit: "binary", maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          "[a](",
          "https://a.example",
          "javascript:x",
          ")",
          "**",
          "`",
          "```\n",
          "\n",
          "\n===\n",
          "\n---\n",
          "- ",
          "1. ",
        ],
        ...["<script>", "![", "mailto:a@b.example", " ", "  ", "&lt;", '"', "'", "|", "<", ">"],
      ),
    )
    .map((parts) => parts.join("")),
);
