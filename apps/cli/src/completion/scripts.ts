import type { Shell } from "./shells.js";

/** What a shell runs once, to complete from then on. */
export const SCRIPTS: { readonly [shell in Shell]: string } = {
  bash: `# Completion of x-mcp for bash, 3.2 or later: eval "$(x-mcp completion bash)"
_x_mcp() {
  local line="\${COMP_LINE:0:COMP_POINT}" rest word gap current text before cut i
  local -a words
  COMPREPLY=()
  # Bash cuts words at characters such as = and :, too. What has no blank before it belongs to the word before.
  rest="$line"
  for ((i = 0; i <= COMP_CWORD; i++)); do
    gap="\${rest%%[![:space:]]*}"
    rest="\${rest#"$gap"}"
    word="\${COMP_WORDS[i]}"
    ((i == COMP_CWORD)) && word="$rest"
    rest="\${rest#"$word"}"
    if ((i > 0)) && [[ -z "$gap" ]]; then
      words[\${#words[@]}-1]="\${words[\${#words[@]}-1]}$word"
    else
      words[\${#words[@]}]="$word"
    fi
  done
  current="\${words[\${#words[@]}-1]}"
  # What it replaces is only what stands behind the last of the characters that it cuts words at, with an @.
  cut="$current"
  while [[ -n "$cut" && "$COMP_WORDBREAKS" != *"\${cut: -1}"* ]]; do cut="\${cut%?}"; done
  cut="\${cut%@}"
  while IFS= read -r line; do
    text="\${line%%$'\\t'*}"
    if [[ "$text" == :files ]]; then
      before="\${line#*$'\\t'}"
      while IFS= read -r text; do
        [[ -d "$text" ]] && gap=/ || gap=" "
        printf -v text '%q' "$text"
        text="$before$text$gap"
        COMPREPLY[\${#COMPREPLY[@]}]="\${text#"$cut"}"
      done < <(compgen -f -- "\${current#"$before"}")
      continue
    fi
    case "$text" in
      "" ) continue ;;
      *= | */ ) ;;
      * ) text="$text " ;;
    esac
    COMPREPLY[\${#COMPREPLY[@]}]="\${text#"$cut"}"
  done < <(x-mcp __complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -o nospace -F _x_mcp x-mcp
`,
  zsh: `#compdef x-mcp
# Completion of x-mcp for zsh: eval "$(x-mcp completion zsh)", behind compinit
_x_mcp() {
  local line text about before
  local -a words_before whole whole_about open open_about
  words_before=("\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}")
  while IFS= read -r line; do
    text="\${line%%$'\\t'*}"
    about="\${line#*$'\\t'}"
    if [[ "$text" == :files ]]; then
      [[ -n "$about" ]] && compset -P "\${(b)about}"
      _files
      return
    fi
    [[ -n "$about" ]] && about="$text -- $about" || about="$text"
    if [[ "$text" == *[=/] ]]; then
      open+=("$text")
      open_about+=("$about")
    elif [[ -n "$text" ]]; then
      whole+=("$text")
      whole_about+=("$about")
    fi
  done < <(x-mcp __complete -- "\${words_before[@]}" 2>/dev/null)
  (( $#whole )) && compadd -l -d whole_about -a whole
  (( $#open )) && compadd -l -S '' -d open_about -a open
  return 0
}
compdef _x_mcp x-mcp
`,
  fish: `# Completion of x-mcp for fish: x-mcp completion fish | source
function __x_mcp_complete
    set -l typed (commandline -opc) (commandline -ct)
    for line in (x-mcp __complete -- $typed[2..-1] 2>/dev/null)
        set -l parts (string split -m 1 \\t -- $line)
        if test "$parts[1]" = ":files"
            set -l before "$parts[2]"
            set -l path (string sub -s (math 1 + (string length -- "$before")) -- (commandline -ct))
            for file in (__fish_complete_path "$path")
                echo $before$file
            end
        else
            echo $line
        end
    end
end
complete -c x-mcp -f -a '(__x_mcp_complete)'
`,
};
