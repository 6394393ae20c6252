/// Formats the completion scripts of shells. They ask `petrel complete` for the candidates, so that a shell completes
/// exactly what the prompt completes.
enum CompletionScriptFormatter {
    static let shells = ["bash", "zsh", "fish"]

    /// The script for a shell; `nil` if petrel has none for it.
    static func script(for shell: String) -> String? {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        case "fish": fish
        default: nil
        }
    }

    private static let bash = #"""
        # bash completion for petrel; goes to /usr/share/bash-completion/completions/petrel
        _petrel() {
            local line IFS=$'\n'
            COMPREPLY=()
            while read -r line; do
                COMPREPLY+=("$(printf '%q' "${line%%$'\t'*}")")
            done < <(petrel complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
            [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace
        }
        complete -F _petrel petrel

        """#

    private static let zsh = #"""
        #compdef petrel
        # zsh completion for petrel; goes to a directory in $fpath as _petrel
        _petrel() {
            local -a candidates
            local line
            while IFS= read -r line; do
                candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
            done < <(petrel complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
            _describe petrel candidates
        }
        compdef _petrel petrel

        """#

    private static let fish = #"""
        # fish completion for petrel; goes to ~/.config/fish/completions/petrel.fish
        complete -c petrel -f -a '(petrel complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'

        """#
}
